"""Names that are code wherever they are not escaped, in files that a reader might receive."""

#: At most 40 letters, as a name has; it would run, and be seen to have run, in any page that takes
#: it for a tag.
NAME = "<img src=x onerror=window.hacked=1>"
#: A formula that is a link that is code: what MathJax makes of a text between dollars.
FORMULA = "$\\href{javascript:hacked()}{x}$"
#: All of it where there is room for a sentence: a script, the end of an attribute, a link, an
#: entity.
SENTENCE = (
    f"{NAME}<script>window.hacked=1</script>\" onmouseover='hacked()' [x](javascript:hacked())"
    f" {FORMULA} &lt;b&gt;"
)

_STATED = 'how = "supplied", cite = "your-unit"'
#: A unit that bears it in every field that takes words.
UNIT = f"""
[units.nasty]
name = '{NAME}'
nation = '{NAME}'
unit_class = 3
outline = "box"
note = '''{SENTENCE}'''
[[units.nasty.fields]]
name = '{NAME}'
range = {{ how = "silent", cite = "your-unit", asks = '''{SENTENCE}''' }}
points = {{ value = 4, {_STATED}, note = '''{SENTENCE}''' }}
edge_hexsides = {{ value = true, {_STATED} }}
[units.nasty.fields.weapons]
gun = {{ name = '{NAME}', arc = {{ lo = -30, hi = 30, {_STATED} }} }}
formula = {{ name = '{FORMULA}', arc = {{ lo = 30, hi = 90, {_STATED} }} }}
"""
#: Tables that bear it in every field that takes words.
TABLES = f"""
by = '{NAME}'
distance_unit = '<i onload=hacked()>'
turn = {{ step_1 = '{NAME}' }}
ranges = [{{ to = 12, modifier = 0 }}, {{ to = 24, modifier = -1 }}]
cover = {{ wall = -2 }}
casualties = [
    {{ card = '{NAME}', copies = 26, out = true }},
    {{ card = '{NAME}b', copies = 26, out = false }},
]
skills = {{ veteran = {{ firearms = 4, melee = 3, weapon = '{NAME}' }} }}
[second_morale]
regular = {{ does = "hold", text = '{NAME}' }}
irregular = {{ does = "hold", text = '{NAME}' }}
[leader_lost]
regular = {{ does = "hold", text = '{NAME}' }}
"""

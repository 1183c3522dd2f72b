"""What the panels answer to one link: the printed line, the link, its value, what is said, and
after a ``~`` what is not. Where one rule meets another, most of these were answered wrongly once.
"""

import pytest

from tests.games.landser.asked import check, rows

SIGHT = """
72  | spotting hide-cover@3 with has-fired | no | he may not be fired at
72  | spotting hide-cover@45 with has-fired | no
72  | spotting hide-cover@2 | 1
33  | spotting moving-open@2 with observer-moves-fast | no | moves fast does not fire
33  | spotting sneak-open@12 with observer-moves-fast | no | He can find a target at the beginning of his next turn, and not before.
33  | spotting sneak-open@12 with blocked | no | ~at the beginning of his next turn
37  | spotting sneak-open@7 with firer-moved fires_from 4 | 4
37  | spotting sneak-open@9 with firer-moved fires_from 4 | no
254 | spotting sneak-open@20 with blocked has-fired firer-moved | no | Aware of him without a roll, but he may not be fired at.
258 | spotting sneak-open@20 with has-fired firer-moved blocked in-sight-there | 1
258 | spotting sneak-open@20 with blocked firer-moved in-sight-there | no | aware of the target before he moves
258 | spotting sneak-open@20 with blocked has-fired in-sight-there | no
223 | spotting sneak-open@20 weapon launcher | 5 | Aware of him on 5 or more; a launcher is placed 16.7% of the time.
209 | spotting hide-cover@8 weapon launcher | 7 | placed 33.3% of the time
209 | spotting sneak-open@8 weapon launcher with blocked | 7 | placed 33.3% of the time
209 | spotting sneak-cover@8 weapon launcher | 6 | placed 33.3% of the time
226 | spotting hide-cover@4 weapon launcher | no
209 | spotting still-open@8 weapon launcher | gap | is placed 33.3% of the time
261 | spotting moving-cover@4 | | no roll is needed
261 | spotting moving-cover@8 | | 4 or more
261 | spotting sneak-open@4 | | 3 or more
261 | spotting sneak-open@12 | | 5 or more
260 | spotting sneak-open@65 | | The source does not say whether he is seen, and he may not be fired at. | What must be rolled beyond extreme range?
260 | spotting sneak-open@62 with firer-moved fires_from 60 | gap
95  | spotting moving-open@20 with repeat | | seen and hit 50% of the time.
95  | spotting sneak-open@20 with repeat | | seen and hit 16.7% of the time. | Somebody moves
95  | spotting in-cover@20 with repeat | | seen and hit 11.1% of the time.
151 | spotting hide-open@20 | | seen and hit 5.6% of the time. | counts as being in half cover
64  | spotting hide-open@20 cover full | | seen and hit 2.8% of the time.
64  | spotting sneak-cover@20 | | he may claim full cover
"""
SHOTS = """
232 | fire gpmg@20 with automatic lone burst-before | no
232 | fire gpmg@20 with automatic burst-before | 1
232 | fire gpmg@20 with automatic lone | 1
232 | fire gpmg@20 with lone burst-before | 1 | single shots remain
232 | fire gpmg@20 with lone burst-before reading continuous-fire=any-fire | no
197 | fire gpmg@20 with unready burst-before | no
197 | fire gpmg@20 with unready repeat | no
197 | fire gpmg@20 with unready automatic burst-before | no
197 | fire gpmg@20 with unready | 3
109 | fire gpmg@8 with lone jams reading lone-gunner=always | 1
197 | fire gpmg@45 with unready | 4
95  | fire rifle@4 with repeat | 1
95  | fire rifle@4 with repeat firer-moved | 3 | lost
95  | fire rifle@4 with repeat target-moving-fast | 3 | lost
95  | fire rifle@4 with repeat moving-vehicle | 5 | lost
97  | fire smg@45 | no
97  | fire smg@45 reading dogs-chance-when=dash | 1/18
143 | fire launcher@20 arm 2 | | ~no firing modifier counts | nothing on the list of firing modifiers counts | −2 on the die (a (b) wound of the firer)
103 | fire rifle@8 with jams | 1/36 | jams in 1 shot of 36.
105 | fire smg@4 with jams | 1/12 | jams in 1 shot of 12.
105 | fire smg@4 with soviet jams | 1/36
107 | fire lmg@4 with jams | 1/36
107 | fire lmg@4 with automatic jams | 1/18 | jams in 1 shot of 18.
109 | fire gpmg@8 with jams | 1/36 | ~A loader lowers
109 | fire gpmg@8 with lone jams | 1/6 | A loader lowers
101 | fire pistol@4 with jams | gap
101 | fire smg@45 with jams | no
232 | fire gpmg@8 with lone automatic | | 2 bursts in all
232 | fire gpmg@8 with lone | | ~2 bursts in all
"""
TEMPLATES = """
109 | template machine-gun men A@9,6 B@9,5 at A with gun-jams | gap | ~must roll
109 | template machine-gun men A@9,6 E@13,7 at E with gun-jams | no
109 | template machine-gun from 9,13 to 9,6 men A@9,6 B@10,6 walls with gun-jams | | Half of the figures in the template are still hit
109 | template machine-gun from 9,13 to 9,6 men A@9,6 walls with gun-jams | | which way half of an odd number is rounded
109 | template machine-gun from 9,13 to 9,6 men A@9,6 walls | | ~half of an odd number
115 | template machine-gun at E event entered | no
115 | template machine-gun at E event laid | no
117 | template machine-gun men A@9,6h walls hard-@9,7 at A event stayed | no
117 | template machine-gun men A@9,6h walls hard-@9,7 at A event entered | no
117 | template machine-gun men A@9,6h walls hard-@9,5 at A event entered | yes
115 | template arc at A | | A GPMG whose template lies there may fire again at any target within the arc.
181 | template arc at E | | ~may fire again
"""
FIGHTS = """
177 | assault surrender enemy 2 friend 8 mode hide enemy_does assaults | yes
177 | assault surrender enemy 2 friend 8 mode sneak enemy_does assaults | yes
177 | assault surrender enemy 2 friend 8 mode sneak enemy_does comes | no | in sneak mode, and the enemy does not assault.
191 | assault surrender enemy 2 friend 12 mode ready enemy_does comes | yes | ~mode
177 | assault surrender enemy 2 friend 12 mode ready enemy_does assaults | yes | His nearest unwounded friend is 12 inches away, more than 10.
161 | assault charge target 4 nearest 3 | no
161 | assault charge target 4 nearest 4 | gap
161 | assault charge target 0 nearest 0 | yes
173 | assault fight attacker bayonet defender none dice 3 4 | | unless the defender breaks off in his own | ~one of them
173 | assault fight attacker none defender none | | The higher roll wins: 15 of 36 for the attacker.
173 | assault fight attacker pistol defender none | | The higher roll wins: 26 of 36 for the attacker.
173 | assault fight attacker bayonet defender none | | The higher roll wins: 21 of 36 for the attacker.
175 | assault fight attacker none defender none opponent 2 | | (from the next turn on as the only opponent)
175 | assault fight attacker none defender none | | ~as the only opponent
191 | squad guard prisoners 5 | yes
191 | squad guard prisoners 6 | no | One guard cannot keep 6 prisoners: the most is 5. | One guard may keep 5 prisoners; there are 6.
191 | squad guard prisoners 0 | yes | ~base line
191 | squad order action assault with guards | no | and does not fight.
193 | squad guard prisoners 3 with fired-on | no
193 | squad guard prisoners 3 with assaulted | yes | may join
193 | squad join prisoners 3 assault_round 2 with assaulted | yes | −1 more for the guard
193 | squad join prisoners 1 assault_round 5 with assaulted | yes
193 | squad join prisoners 3 assault_round 1 with assaulted | no
193 | squad join prisoners 3 assault_round 2 | no
193 | squad join prisoners 0 assault_round 2 with assaulted | no
193 | squad join prisoners 6 assault_round 2 with assaulted | no
288 | squad break-off out leader rifleman_1 | | taken the squad over
288 | squad break-off out rifleman_1 rifleman_2 | | ~taken the squad over
"""
GUNS = """
232 | squad gun crewed gpmg turns 1 with set-up | no
197 | squad gun crewed gpmg turns 1 with loader | no
234 | squad gun crewed gpmg turns 1 bursts 2 loader_inches 0 with set-up loader | yes | in base contact while stationary
234 | squad gun crewed gpmg turns 1 bursts 2 loader_inches 1 with set-up loader | no
234 | squad loader loader_inches 2 with moving | yes
234 | squad loader loader_inches 3 with moving | no
234 | squad loader loader_inches 0 with | yes
234 | squad loader loader_inches 1 with | no
115 | squad template crewed smg reading smg-template=lifted | no
115 | squad template crewed lmg reading smg-template=lifted | yes
"""
ORDERS = """
232 | squad order man gunner action fire weapon gpmg out loader with burst-before | yes | single shots remain
232 | squad order man gunner action fire weapon gpmg out loader with burst-before reading continuous-fire=any-fire | no
232 | squad order man gunner action fire weapon gpmg with burst-before reading continuous-fire=any-fire | yes
115 | squad order man leader action fire weapon smg with burst-before | no
238 | squad order man rifleman_1 action hide weapon rifle after light_5 | | as long as he has to hide
238 | squad order man rifleman_1 action hide weapon rifle after serious_3-4 | | throughout the battle
144 | squad order man rifleman_1 action hide weapon rifle after serious_5 helper medic | | The rifleman is out of action, until a die treats him next turn.
144 | squad order man rifleman_1 action hide weapon rifle after serious_5 | no | The rifleman may not choose Hide.
137 | squad order man rifleman_1 action fire weapon rifle after light_6 since there | yes | Back at his base line
136 | squad order man rifleman_1 action move after light_5 | no
136 | squad order man rifleman_1 action move after light_5 helper commander | yes
313 | squad order man loader action fire weapon gpmg out gunner | yes | the loader may take the gun over
313 | squad order man loader action fire weapon gpmg | no | once the machinegunner is incapacitated
313 | squad order man loader action fire weapon rifle | yes | may join in a firefight
313 | squad order man loader action fire weapon rifle with gun-bursting | no | he must assist
313 | squad order man loader action fire weapon rifle with gun-bursting out gunner | yes | He carries a rifle
267 | squad order man rifleman_1 action fire weapon gpmg out gunner | no | any mix of rifles and submachine guns
"""


@pytest.mark.parametrize("row", rows(SIGHT + SHOTS + TEMPLATES + FIGHTS + GUNS + ORDERS))
def test_what_a_panel_answers(row: str) -> None:
    check(row)

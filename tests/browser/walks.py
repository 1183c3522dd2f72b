"""One walk through each capability of the product: what `make test` runs of the browser tests.

All others, the same capabilities on every screen and in every game, run in `make all`.
"""

WALKS = {
    "a panel by mouse, and after a reload": "test_panels.py::test_a_tank_is_put_on_a_hexside_turned_and_aimed_and_the_page_reloaded",
    "a panel by keys": "test_panels.py::test_everything_goes_by_keyboard_and_tab_leaves_the_board",
    "a drag": "test_gestures.py::test_a_press_a_drag_and_a_drop_are_told_in_scene_pixels",
    "what would change it, and undo": "test_panels.py::test_a_refusal_offers_what_would_change_it_and_undo_takes_it_back",
    "redo": "test_hands_browser.py::test_escape_says_what_it_took_back_and_redo_brings_it_again",
    "bad input": "test_panels.py::test_wrong_entries_are_told_beside_their_field_and_nothing_is_lost",
    "names that are code": "test_escaping_browser.py::test_names_that_are_code_are_words_in_everything_a_page_shows",
    "readings": "test_panels_of_games.py::test_a_switched_reading_changes_the_move",
    "a busy kernel": "test_never_pretends.py::test_a_panel_of_a_busy_kernel_says_so_and_answers_when_it_is_free",
    "a restarted kernel": "test_panels.py::test_a_restarted_kernel_makes_a_working_panel_again",
    "a drill": "test_drills_browser.py::test_a_drill_by_keyboard_names_a_mistake_and_keeps_its_progress_over_a_reload",
    "a question on the board": "test_learning.py::test_a_question_is_answered_by_a_click_on_the_board",
    "a guess": "test_learning.py::test_a_guess_covers_the_answer_until_it_is_made",
    "a link in a lesson": "test_learning.py::test_a_link_of_the_text_sets_the_panel_above_it_in_jupyterlab",
    "a puzzle": "test_learning.py::test_hints_come_one_at_a_time_and_a_shown_solution_lights_every_condition",
    "a game": "test_play_browser.py::test_a_turn_by_click_drag_and_keys",
    "an opponent": "test_play_browser.py::test_the_other_side_plays_by_itself_until_it_is_my_turn_or_stopped",
    "a game kept over a restart": "test_play_browser.py::test_it_steps_back_branches_and_goes_on_after_a_restart",
    "a choice explained": "test_play_browser.py::test_explain_opens_the_panel_of_this_very_state",
    "the rule index": "test_keyboard_focus.py::test_an_entry_is_opened_and_left_by_keys_and_the_focus_returns_to_its_row[a table]",
    "a panel in a class": "test_room_browser.py::test_a_panel_is_presented_in_jupyterlab_reason_by_reason",
    "a dashboard": "test_panels.py::test_the_tour_works_as_a_page_without_code",
    "a page of the site, and on paper": "test_handout_browser.py::test_a_panel_by_itself_shows_its_picture_and_prints_its_readings[landships:move]",
    "a phone": "test_one_screen.py::test_on_a_phone_a_panel_is_one_column_that_a_finger_can_use[loos]",
    "a finger": "test_phones.py::test_the_icons_of_a_panel_are_in_reach_of_a_finger_and_open_what_is_seen",
    "axe": "test_everybody.py::test_axe_finds_nothing_in_what_is_ours",
    "the harness sees an error": "test_harness.py::test_an_error_in_a_callback_fails_the_check",
}

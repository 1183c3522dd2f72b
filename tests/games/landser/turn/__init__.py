"""Tests of Landser as a game that is played."""

"""The arguments of learners: documented fields make the command line."""

from __future__ import annotations

import argparse
from dataclasses import fields

import pytest

from prikup.envs import BadOptions
from prikup.training.args import AveragedArgs, RunArgs, add_fields, field_docs, parse


def test_every_field_is_documented():
    """Each field has a text, and no text is left over."""
    docs = field_docs(AveragedArgs)

    assert [field.name for field in fields(AveragedArgs)] == list(docs)
    assert all(len(text) > 10 for text in docs.values())


def test_a_command_line_is_the_dataclass():
    """Positional, number, word and switch end up in their fields; the rest are defaults."""
    line = ["kuhn_poker", "--learning-rate", "0.1", "--lanes", "7", "--resume", "--out", "x"]
    made = parse(RunArgs, line, argparse.ArgumentParser())

    assert RunArgs("kuhn_poker", learning_rate=0.1, lanes=7, resume=True, out="x") == made
    assert RunArgs("kuhn_poker") == parse(RunArgs, ["kuhn_poker"], argparse.ArgumentParser())


def test_help_shows_texts_and_defaults():
    """`--help` has the text under each field, and its default."""
    parser = argparse.ArgumentParser(formatter_class=argparse.RawTextHelpFormatter)
    add_fields(parser, RunArgs)
    shown = parser.format_help()

    assert f"{field_docs(RunArgs)['lanes']} (default 512)" in shown


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"lanes": 0}, "lanes must be at least 1, got 0"),
        ({"hidden": "64/x"}, "hidden must be widths such as 256/256, got '64/x'"),
        ({"hidden": "64/0"}, "hidden must be widths"),
        ({"learning_rate": float("nan")}, "learning_rate must not be negative"),
        ({"average": 1.0}, "average must be at least 0 and below 1"),
        ({"resume": True}, "resume: the folder of the run is missing"),
        ({"tensorboard": True}, "tensorboard: the folder of the run is missing"),
    ],
)
def test_values_out_of_range_are_named(wrong, message):
    """One error says which value is wrong, and what was expected."""
    with pytest.raises(BadOptions, match=message):
        AveragedArgs("kuhn_poker", **wrong).check()

"""`prikup rules`: a game's short rules, its options with defaults, and its presets."""

from __future__ import annotations

import argparse
import inspect
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prikup.envs.engine.options import parse_settings, value_text
from prikup.envs.registry import load_definition

from .terminal import columns, filled, screen, wrapped_markdown

if TYPE_CHECKING:
    from prikup.envs.engine.definition import Definition

NAME = "rules"
HELP = "show a game's rules, options and presets"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "game", metavar="GAME", help="name, or name:key=value,... to see other defaults"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the rules."""
    rules = describe(args.game)
    out = screen()
    if args.json:
        print(json.dumps(rules), file=out)
    else:
        print("\n".join(page_lines(rules, columns())), file=out)
    return 0


def describe(text: str) -> dict[str, Any]:
    """Return a game's rules, options (values under the given settings) and presets.

    Raises:
        BadOptions: if there is no such game, or a setting is wrong.
    """
    name, settings = parse_settings(text)
    definition = load_definition(name)
    made = definition.options.make(**settings)
    return {
        "game": name,
        "summary": definition.summary,
        "rules_version": definition.version,
        "settings": made.text(),
        "rules": rules_text(definition),
        "options": [
            {
                "option": option,
                "value": value_text(getattr(made, option)),
                "values": spec.expected(),
                "doc": spec.doc,
            }
            for option, spec in definition.options.specs().items()
        ],
        "presets": {
            preset: {key: value_text(value) for key, value in changes.items()}
            for preset, changes in definition.options.PRESETS.items()
        },
    }


def rules_text(definition: Definition) -> str:
    """Return the rules in prose: the README's part on rules, or the docstring of the module."""
    folder = Path(inspect.getfile(definition.module)).parent
    page = folder / "README.md"
    if folder.name != definition.name or not page.exists():
        return inspect.getdoc(definition.module) or ""
    return rules_part(page.read_text(encoding="utf-8"))


def rules_part(page: str) -> str:
    """Return the part of a game's page under its heading "Rules", up to the next of that level.

    A page without such a heading counts up to its second heading of level two.
    """
    heading = re.search(r"^(#+)\s+(?:The )?rules\b.*\n", page, re.IGNORECASE | re.MULTILINE)
    if heading:
        rest = page[heading.end() :]
        following = re.search(rf"^#{{1,{len(heading[1])}}}\s", rest, re.MULTILINE)
        return rest[: following.start() if following else None].strip()
    parts = re.split(r"^(?=##\s)", page, flags=re.MULTILINE)
    return "".join(parts[:2]).strip()


def page_lines(rules: dict[str, Any], width: int) -> list[str]:
    """Return all of it as lines for a terminal."""
    title = f"{rules['game']}: {rules['summary']} (rules version {rules['rules_version']})"
    lines = [
        title,
        "",
        wrapped_markdown(rules["rules"], width),
        "",
        f"Options of {rules['settings']}",
    ]
    for option in rules["options"]:
        lines += [
            "",
            filled(
                f"  {option['option']} = {option['value']}    ({option['values']})", width, "    "
            ),
            filled(f"      {option['doc']}", width, "      "),
        ]
    lines += ["", "Presets"]
    for preset, changes in rules["presets"].items():
        changed = ", ".join(f"{key}={value}" for key, value in changes.items()) or "the defaults"
        lines += ["", filled(f"  {preset}: {changed}", width, "      ")]
    return lines

"""How well the PPO of docs/examples learns with each reward, over several seeds: `python -m benchmarks.learning`.

Every training has the same number of decisions, in matches of two against itself; then it plays against `random` and
`greedy`. Results are kept in docs/learning.json one by one: a run that was interrupted goes on with what is missing.
`python -m docs.make_research` writes the table in docs/research.md.
"""

import argparse
import json
import runpy
from pathlib import Path
from typing import Any

from pasch.env.rewards import REWARDS
from pasch.games import GAMES

DOCS = Path(__file__).parent.parent / "docs"
KEPT = DOCS / "learning.json"
UPDATES, SEEDS, MATCHES = 20, 3, 100
RIVALS = ("random", "greedy")


def kept(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    return found


def learned(game: str, reward: str, seed: int, updates: int, matches: int, **more: int) -> dict[str, Any]:
    ppo = runpy.run_path(str(DOCS / "examples" / "ppo.py"))
    choose = ppo["policy"](ppo["train"](game, 2, reward=reward, updates=updates, seed=seed, **more))
    shares = {rival: round(ppo["share_of_wins"](game, 2, choose, rival, matches), 3) for rival in RIVALS}
    return {"game": game, "reward": reward, "seed": seed, "updates": updates, **shares}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=UPDATES)
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--games", nargs="+", default=list(GAMES))
    parser.add_argument("--results", type=Path, default=KEPT)
    args = parser.parse_args(arguments)
    for seed in range(args.seeds):
        for game in args.games:
            for reward in REWARDS:
                found = kept(args.results)
                if any((one["game"], one["reward"], one["seed"]) == (game, reward, seed) for one in found):
                    continue
                found.append(learned(game, reward, seed, args.updates, args.matches))
                print(json.dumps(found[-1]), flush=True)
                lines = ",\n".join(json.dumps(one) for one in found)
                args.results.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""What docs/python.md shows, from top to bottom."""

import os
import re
import unittest
from pathlib import Path

ROOT = Path(os.environ["SWITCHYARD_SOURCE"])


class Document(unittest.TestCase):
    def test_shows_what_works(self):
        os.chdir(ROOT)
        blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/python.md").read_text(), re.S)
        self.assertEqual(len(blocks), 2)
        names = {}
        for block in blocks:
            exec(compile(block, "docs/python.md", "exec"), names)
        self.assertEqual(names["latency"].shape, (2, 3))
        self.assertTrue((names["latency"] > 15).all())


if __name__ == "__main__":
    unittest.main()

"""For mkdocs: a link from the documents to another file of the sources, which the site does not have, is text there."""

import os
import re

LINK = re.compile(r"\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def on_page_markdown(markdown, page, config, files):
    folder = os.path.dirname(page.file.src_path)

    def kept(match):
        target = os.path.normpath(os.path.join(folder, match[2]))
        return match[1] if target.startswith("..") else match[0]

    return LINK.sub(kept, markdown)

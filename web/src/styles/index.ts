/** What all pages look like; everything else stands with its component. */

import "./tokens.css";
import "./ground.css";
import "./felt.css";
import "./paper.css";

/** Tapping where something may move away at the same moment: what cannot be tapped now is looked at again. */

import type { Locator } from "@playwright/test";

export async function tap(what: Locator): Promise<boolean> {
  try {
    await what.click({ timeout: 2000 });
    return true;
  } catch {
    return false;
  }
}

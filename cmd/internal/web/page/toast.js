// A line that says for a moment what went wrong.

import { element } from "./draw.js";

const stays = 6000; // ms

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Says a sentence for a moment.
 * @param {string} text */
export function tell(text) {
  const toast = element("toast");
  toast.textContent = text;
  toast.classList.add("shown");
  clearTimeout(timer);
  timer = setTimeout(() => toast.classList.remove("shown"), stays);
}

/** Tells why something was refused. The window hears of it as well: who lacks a right
 * can be asked for the PIN.
 * @param {unknown} error */
export function refused(error) {
  tell(error instanceof Error ? error.message : String(error));
  dispatchEvent(new CustomEvent("refused", { detail: error instanceof Error ? error.cause : undefined }));
}

/** Does something that may be refused, and tells why if it is.
 * @param {() => Promise<unknown>} what */
export async function attempt(what) {
  try {
    await what();
  } catch (error) {
    refused(error);
  }
}

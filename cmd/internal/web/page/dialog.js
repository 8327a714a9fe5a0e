// Questions in dialogs.

import { element } from "./draw.js";

/** Who waits for a dialog's answer.
 * @type {Map<HTMLDialogElement, (value: string) => void>} */
const waiting = new Map();

/** A dialog's answer: its returnValue once it has been closed. The close event comes
 * a moment after the closing, when the dialog may be open again already: it is then
 * not about this question.
 * @param {HTMLDialogElement} dialog
 * @returns {Promise<string>} */
export function answered(dialog) {
  waiting.get(dialog)?.(dialog.returnValue);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    const closed = () => {
      if (!dialog.open) finish(dialog.returnValue);
    };
    /** @param {string} value */
    const finish = (value) => {
      dialog.removeEventListener("close", closed);
      waiting.delete(dialog);
      done(value);
    };
    waiting.set(dialog, finish);
    dialog.addEventListener("close", closed);
  });
}

/** Asks whether something is really meant; ok is what the button for yes says.
 * @param {string} text
 * @param {string} ok */
export async function confirmed(text, ok) {
  element("ask-text").textContent = text;
  element("ask-ok").textContent = ok;
  return (await answered(element("ask-dialog", HTMLDialogElement))) === "ok";
}

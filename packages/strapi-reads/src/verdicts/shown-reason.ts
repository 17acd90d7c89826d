import type { ForwardReason } from '../forward-reason.js'

/** Returns a reason as text: `src/api/a/controllers/a.js:3: The controller has its own find.` */
export function shownReason({ file, line, message }: ForwardReason): string {
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `
  return `${place}${message}`
}

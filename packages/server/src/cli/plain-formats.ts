import type { PlainFormat } from '../entries/transfer/plain/read-plain.js'

/** Here, so that `--help` loads no reader. */
export const plainFormats = ['csv', 'json', 'jsonl'] as const satisfies readonly PlainFormat[]

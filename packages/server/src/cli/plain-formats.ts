import type { PlainFormat } from '../entries/transfer/plain/read-plain.js'

/**
 * The formats of plain files. They have a file of their own so that `--help` does not load the code that
 * reads them.
 */
export const plainFormats = ['csv', 'json', 'jsonl'] as const satisfies readonly PlainFormat[]

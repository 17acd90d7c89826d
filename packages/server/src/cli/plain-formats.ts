import type { FileFormat } from '@content-api/migrate/plain-files'

/**
 * The formats of plain files. They have a file of their own so that `--help` does not load the code that
 * reads them.
 */
export const plainFormats = ['csv', 'json', 'jsonl'] as const satisfies readonly FileFormat[]

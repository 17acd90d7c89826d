import type { WriteTransaction } from '../database.js'
import { run } from './bound.js'

/**
 * Lets nobody else who names the same text go on before this transaction ends: for what no index can hold apart. Several
 * are taken in one order, so that two writers never wait for each other. Where writers take turns there is nothing to do.
 */
export async function oneAtATime(tx: WriteTransaction, texts: readonly string[]): Promise<void> {
  const { dialect } = tx
  if (!dialect.lockText) return
  for (const text of [...new Set(texts)].toSorted()) {
    await run(tx, (builder) => dialect.lockText?.(builder.bind('text', text)) ?? '')
  }
}

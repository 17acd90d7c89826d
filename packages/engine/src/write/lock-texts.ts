import type { WriteTransaction } from '../database/database.js'
import { run } from './bound.js'

/**
 * Locks texts until the transaction ends, for rules that no index can enforce. Another transaction that locks
 * one of them waits. The texts are locked in a fixed order, so that two writers can't deadlock. With only one
 * writer at a time, this does nothing.
 */
export async function lockTexts(tx: WriteTransaction, texts: readonly string[]): Promise<void> {
  const { dialect } = tx
  if (!dialect.lockText) return
  for (const text of [...new Set(texts)].toSorted()) {
    await run(tx, (builder) => dialect.lockText?.(builder.bind('text', text)) ?? '')
  }
}

import type { JsonText } from '../plan/json-text.js'
import type { Readable, ReadFinisher } from './database.js'

/** Runs a read by `run`, and finishes its text. */
export async function finished(
  finisher: ReadFinisher,
  read: Readable,
  run: (read: Readable) => Promise<JsonText | null>,
): Promise<JsonText | null> {
  const planned = finisher.planned(read)
  const text = await run(planned)
  return planned === read || text === null ? text : finisher.finish(text)
}

/** A mistake in what is imported: nothing has been changed. */
export class ImportError extends Error {
  override readonly name = 'ImportError'

  constructor(
    /** Counted from 1. */
    readonly line: number,
    message: string,
  ) {
    super(`Line ${line}: ${message}`)
  }
}

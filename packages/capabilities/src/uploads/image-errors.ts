/** Thrown when an image takes more memory than allowed. */
export class ImageMemoryError extends Error {
  override readonly name = 'ImageMemoryError'
}

/** Thrown when an image takes longer than `imageSeconds`. */
export class ImageTimeoutError extends Error {
  override readonly name = 'ImageTimeoutError'
}

/** Thrown when the disk of the written image is full. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
}

/** Thrown when the library isn't installed or doesn't run on this machine. */
export class ImageLibraryError extends Error {
  override readonly name = 'ImageLibraryError'
}

/**
 * Thrown when the process can't be started, ends before its reply or doesn't reply. The message continues
 * "The process for images".
 */
export class ImageProcessError extends Error {
  override readonly name = 'ImageProcessError'
  readonly kind: 'notStarted' | 'crashed' | 'killed' | 'silent'

  /** @param kind `crashed` if the process ended by itself, as it does when a file crashes the decoder */
  constructor(message: string, kind: ImageProcessError['kind']) {
    super(message)
    this.kind = kind
  }
}

/** The signals that a process gets for its own faults. Other signals come from the system or an operator. */
const faults = new Set<NodeJS.Signals>(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGTRAP', 'SIGSYS'])

/** Returns the error for a process that has ended. */
export function endedError(code: number | null, signal: NodeJS.Signals | null): ImageProcessError {
  if (signal === null) return new ImageProcessError(`ended with the code ${code}`, code === 0 ? 'killed' : 'crashed')
  if (faults.has(signal)) return new ImageProcessError(`crashed with ${signal}`, 'crashed')
  const reason = signal === 'SIGKILL' ? ', as happens when the machine or container is out of memory' : ''
  return new ImageProcessError(`was ended by ${signal}${reason}`, 'killed')
}

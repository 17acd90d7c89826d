/** The files of multipart requests. An object of a client is never accepted as a file, even if it looks like one. */
const received = new WeakSet<object>()

export function markReceived(file: object): void {
  received.add(file)
}

export function isReceived(value: unknown): value is object {
  return typeof value === 'object' && value !== null && received.has(value)
}

/** Returns whether a value contains a file at any depth. */
export function holdsFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return received.has(value) || Object.values(value).some(holdsFile)
}

/** Files of multipart requests: whatever else stands where a file belongs is no file, however much it looks like one. */
const received = new WeakSet<object>()

export function markReceived(file: object): void {
  received.add(file)
}

export function isReceived(value: unknown): value is object {
  return typeof value === 'object' && value !== null && received.has(value)
}

/** Whether a file is in a value, however deep. */
export function holdsFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return received.has(value) || Object.values(value).some(holdsFile)
}

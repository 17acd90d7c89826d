/** Reports writes of entries and files to listeners of this process, after their transaction. */
export interface ContentEvents {
  /** Returns whether there are listeners. Otherwise the entry isn't read. */
  isHeard(name: string): boolean
  emit(name: string, payload: object): void
}

export const silent: ContentEvents = { isHeard: () => false, emit: () => undefined }

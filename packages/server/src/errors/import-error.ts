/** Where a mistake is, as far as it is known. */
export interface ImportPlace {
  /** uid of the content type. */
  readonly type?: string
  readonly id?: number
  /** Path of the attribute, such as `seo.title`. */
  readonly attribute?: string
}

export interface ImportMistake extends ImportPlace {
  /** Counted from 1; 0 where it isn't known. */
  readonly line: number
  readonly message: string
}

/** Mistakes that an error keeps and prints; the others are only counted. */
const mostKept = 1_000
const mostPrinted = 50

/** Mistakes in what is imported: nothing has been changed. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  /** The first thousand, by line. */
  readonly mistakes: readonly ImportMistake[]
  /** How many there are. */
  readonly total: number

  constructor(line: number, message: string, place: ImportPlace = {}, others?: ImportMistakes) {
    const mistakes = others?.list ?? [{ line, message, ...place }]
    const total = others?.total ?? 1
    super(describe(mistakes, total))
    this.mistakes = mistakes
    this.total = total
  }

  /** Of the first mistake. */
  get line(): number {
    return this.mistakes[0]?.line ?? 0
  }
}

function describe(mistakes: readonly ImportMistake[], total: number): string {
  const lines = mistakes.slice(0, mostPrinted).map(describeMistake)
  if (total > lines.length) lines.push(`… and ${total - lines.length} more.`)
  return total === 1 ? lines.join('\n') : `${total} mistakes:\n${lines.join('\n')}`
}

function describeMistake({ line, type, id, message }: ImportMistake): string {
  const entry = type === undefined ? '' : `${type}${id === undefined ? '' : ` ${id}`}`
  const isSaid = entry === '' || message.startsWith(type ?? '')
  if (line === 0) return isSaid ? message : `${entry}: ${message}`
  return `Line ${line}: ${message}${isSaid ? '' : ` (${entry})`}`
}

/** Collects the mistakes of an import, so that all of them are reported at once. */
export class ImportMistakes {
  #list: ImportMistake[] = []
  #total = 0

  /** By line. */
  get list(): readonly ImportMistake[] {
    return this.#list.toSorted((a, b) => a.line - b.line)
  }

  get total(): number {
    return this.#total
  }

  /** @param place what the mistakes don't say themselves. @throws anything but an ImportError */
  add(error: unknown, place: ImportPlace = {}): void {
    if (!(error instanceof ImportError)) throw error
    for (const mistake of error.mistakes) {
      if (this.#list.length < mostKept) this.#list.push({ ...place, ...mistake })
    }
    this.#total += error.total
  }

  /** Runs `work`; its mistakes are added instead of thrown. */
  async collect<Result>(work: () => Promise<Result> | Result, place?: ImportPlace): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      this.add(error, place)
      return undefined
    }
  }

  /** @throws ImportError if there is any mistake */
  throwIfAny(): void {
    const [first] = this.list
    if (first) throw new ImportError(first.line, first.message, first, this)
  }
}

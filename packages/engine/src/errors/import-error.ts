/** The place of a mistake, as far as it is known. */
export interface ImportPlace {
  /** The uid of the content type. */
  readonly type?: string
  readonly id?: number
  /** The path of the attribute, such as `seo.title`. */
  readonly attribute?: string
}

export interface ImportMistake extends ImportPlace {
  /** The line number, counted from 1; 0 if it isn't known. */
  readonly line: number
  readonly message: string
}

/** The maximum numbers of mistakes that an error keeps and prints. Further mistakes are only counted. */
const mostKept = 1_000
const mostPrinted = 50
/** Characters of a message. Names and values of the content may have millions. */
const longest = 2_000

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text)

/** The imported content has mistakes. The import has changed nothing. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  /** The first thousand mistakes, sorted by line. */
  readonly mistakes: readonly ImportMistake[]
  readonly total: number

  constructor(line: number, message: string, place: ImportPlace = {}, others?: ImportMistakes) {
    const mistakes = others?.list ?? [{ line, message: cut(message), ...place }]
    const total = others?.total ?? 1
    super(describe(mistakes, total))
    this.mistakes = mistakes
    this.total = total
  }

  /** The line of the first mistake. */
  get line(): number {
    return this.mistakes[0]?.line ?? 0
  }
}

function describe(mistakes: readonly ImportMistake[], total: number): string {
  const lines = mistakes.slice(0, mostPrinted).map((mistake) => cut(describeMistake(mistake)))
  if (total > lines.length) lines.push(`… and ${total - lines.length} more.`)
  return total === 1 ? lines.join('\n') : `${total} mistakes:\n${lines.join('\n')}`
}

function describeMistake({ line, type, id, message }: ImportMistake): string {
  const entry = type === undefined ? '' : `${type}${id === undefined ? '' : ` ${id}`}`
  const isSaid = entry === '' || message.startsWith(type ?? '')
  if (line === 0) return isSaid ? message : `${entry}: ${message}`
  return `Line ${line}: ${message}${isSaid ? '' : ` (${entry})`}`
}

/** Collects the mistakes of an import, so that one error reports all of them. */
export class ImportMistakes {
  #list: ImportMistake[] = []
  #total = 0

  /** The mistakes, sorted by line. */
  get list(): readonly ImportMistake[] {
    return this.#list.toSorted((a, b) => a.line - b.line)
  }

  get total(): number {
    return this.#total
  }

  /**
   * Adds the mistakes of an ImportError; throws any other error.
   * @param place used for mistakes that don't have a place
   */
  add(error: unknown, place: ImportPlace = {}): void {
    if (!(error instanceof ImportError)) throw error
    for (const mistake of error.mistakes) {
      if (this.#list.length < mostKept) this.#list.push({ ...place, ...mistake })
    }
    this.#total += error.total
  }

  /** Runs `work`, and adds the mistakes of an ImportError that it throws. */
  async collect<Result>(work: () => Promise<Result> | Result, place?: ImportPlace): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      this.add(error, place)
      return undefined
    }
  }

  /** @throws ImportError if there are mistakes */
  throwIfAny(): void {
    const [first] = this.list
    if (first) throw new ImportError(first.line, first.message, first, this)
  }
}

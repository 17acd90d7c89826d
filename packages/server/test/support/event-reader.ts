/** An event of `/content-api/events`. */
export interface LiveEvent {
  readonly id?: string
  readonly event?: string
  readonly data?: Record<string, unknown>
}

/** Reads Server-Sent Events. */
export class EventReader {
  #text = ''
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>

  constructor(response: Response) {
    this.#reader = (response.body as ReadableStream<Uint8Array>).getReader()
  }

  /** Returns the next block; null at the end of the stream. */
  async #block(): Promise<string | null> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        return block
      }
      const { done, value } = await this.#reader.read()
      if (done) return null
      this.#text += Buffer.from(value).toString()
    }
  }

  /** Returns the next event with data. */
  async next(): Promise<LiveEvent | null> {
    for (let block = await this.#block(); block !== null; block = await this.#block()) {
      const lines = block.split('\n').map((line) => line.split(/: (.*)/s))
      const { data, ...fields } = Object.fromEntries(lines) as Record<string, string>
      if (data !== undefined) return { ...fields, data: JSON.parse(data) as Record<string, unknown> }
    }
    return null
  }

  /** Returns the id of the first block, before the first event. */
  async firstId(): Promise<string | undefined> {
    return /^id: (.*)$/m.exec((await this.#block()) ?? '')?.[1]
  }

  async take(count: number): Promise<LiveEvent[]> {
    const events: LiveEvent[] = []
    while (events.length < count) {
      const event = await this.next()
      if (!event) break
      events.push(event)
    }
    return events
  }

  close = () => this.#reader.cancel()
}

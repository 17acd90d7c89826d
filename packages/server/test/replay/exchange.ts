import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** A recorded request with the answer that Strapi 4.26.2 gave; see `oracle/NOTE.md`. */
export interface Exchange {
  readonly id: string
  readonly section: string
  readonly method: string
  readonly path: string
  readonly role: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly form?: readonly FormPart[]
  readonly capture?: Readonly<Record<string, string>> | null
  readonly captureMailCode?: string | null
  /** Only this many characters of the recorded body were kept. */
  readonly rawLimit?: number
  readonly response: Answer | null
}

export interface FormPart {
  readonly name: string
  readonly value: string | { readonly base64: string }
  readonly filename?: string
  readonly type?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly empty?: boolean
  /** Taken over from the exchange when answers are compared. */
  readonly rawLimit?: number
}

export async function readExchanges(file: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    if (line.trim()) exchanges.push(JSON.parse(line) as Exchange)
  }
  return exchanges
}

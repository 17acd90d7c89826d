import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** A request as it was recorded. */
export interface ReplayRequest {
  readonly method: string
  readonly path: string
  readonly role: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly form?: readonly FormPart[]
  readonly capture?: Readonly<Record<string, string>> | null
  readonly captureMailCode?: string | null
}

/** A request with the answer that Strapi 4.26.2 gave; see `oracle/NOTE.md`. */
export interface Exchange extends ReplayRequest {
  readonly id: string
  readonly section: string
  /** Only this many characters of the recorded body were kept. */
  readonly rawLimit?: number
  /** null: to be sent, because later exchanges build on it, but with nothing to compare. */
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

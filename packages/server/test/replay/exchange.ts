import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** A recorded request. */
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

/** A request with Strapi 4.26.2's response, see `oracle/NOTE.md`. */
export interface Exchange extends ReplayRequest {
  readonly id: string
  readonly section: string
  /** The number of characters kept of the recorded body. */
  readonly rawLimit?: number
  /** null: sent, because later exchanges depend on it, but not compared. */
  readonly response: JsonResponse | null
}

export interface FormPart {
  readonly name: string
  /** A number if it was captured. */
  readonly value: string | number | { readonly base64: string }
  readonly filename?: string
  readonly type?: string
}

export interface JsonResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly empty?: boolean
  /** Copied from the exchange when responses are compared. */
  readonly rawLimit?: number
}

export async function readExchanges(file: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    if (line.trim()) exchanges.push(JSON.parse(line) as Exchange)
  }
  return exchanges
}

import type { Mail, MailProvider } from '@content-api/core/config/mail-provider'
import { isOpenMailProvider, type MailOptions, type OpenMailProvider } from './strapi-provider.js'

/** A mail of a service in development, and what became of it. */
export interface SentMail {
  /** Counts the mails of the service from 1. */
  readonly number: number
  readonly sentAt: Date
  readonly options: MailOptions
  /** The message of the provider's error; null if it accepted the mail. */
  readonly failure: string | null
}

/** The greatest number of mails that are kept, and of characters of each text. */
const most = 50
const mostCharacters = 200_000

/** The last mails of a service in development, in memory. */
export class SentMails {
  readonly #mails: SentMail[] = []
  #count = 0

  /** Returns the mails, the last one first. */
  list(): readonly SentMail[] {
    return this.#mails.toReversed()
  }

  /** Returns a mail by its number; undefined if it is no longer kept. */
  find(number: number): SentMail | undefined {
    return this.#mails.find((mail) => mail.number === number)
  }

  /** Returns a provider that sends mails by another one, and keeps them here. */
  keepThoseOf(provider: MailProvider): MailProvider {
    const kept = async <Result>(options: MailOptions, send: () => Promise<Result>): Promise<Result> => {
      try {
        const result = await send()
        this.#add(options, null)
        return result
      } catch (error) {
        this.#add(options, error instanceof Error ? error.message : String(error))
        throw error
      }
    }
    const send = (mail: Mail) => kept({ ...mail }, () => provider.send(mail))
    if (!isOpenMailProvider(provider)) return { send }
    const open: OpenMailProvider = {
      send,
      sendOptions: (options) => kept(options, () => provider.sendOptions(options)),
    }
    return open
  }

  #add(options: MailOptions, failure: string | null): void {
    const texts = ['text', 'html'].flatMap((name) => {
      const text = options[name]
      return typeof text === 'string' ? [[name, text.slice(0, mostCharacters)]] : []
    })
    // Attachments aren't kept, because they may be large.
    const { attachments: _, ...others } = options
    const number = ++this.#count
    this.#mails.push({ number, sentAt: new Date(), options: { ...others, ...Object.fromEntries(texts) }, failure })
    if (this.#mails.length > most) this.#mails.shift()
  }
}

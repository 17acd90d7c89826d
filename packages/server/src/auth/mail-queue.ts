import type { MailProvider } from '../mail/mail-provider.js'
import type { Message } from '../mail/messages.js'

/** Sends mail in the background. */
export interface MailQueue {
  /** Null if mail can be sent, otherwise the error message. */
  readonly missing: string | null
  /** Runs work that may send a mail after the response. The response time must not reveal whether a mail is sent. */
  later(work: () => Promise<void>): void
  send(to: string, message: Message): Promise<void>
  /** Resolves when all work started so far is finished. */
  settled(): Promise<void>
}

/** Maximum work in progress. More is dropped and reported, because no request waits for it. */
const maximumPending = 1_000

export function createMailQueue(provider: MailProvider | null, report: (error: unknown) => void): MailQueue {
  const pending = new Set<Promise<void>>()
  return {
    missing: provider ? null : 'This service sends no mail: configure mail.smtp or mail.provider',
    later(work) {
      if (pending.size >= maximumPending) {
        report(new Error(`${maximumPending} mails are already waiting, so a mail was dropped.`))
        return
      }
      const done = work()
        .catch(report)
        .finally(() => pending.delete(done))
      pending.add(done)
    },
    async send(to, message) {
      await provider?.send({ to, ...message })
    },
    async settled() {
      await Promise.all(pending)
    },
  }
}

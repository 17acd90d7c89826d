import type { MailProvider } from '../mail/mail-provider.js'
import type { Message } from '../mail/messages.js'

/** Mail on its way. */
export interface MailQueue {
  /** Null where mail can be sent; else what to tell those who need it. */
  readonly missing: string | null
  /** Does the work that ends in a mail after the answer, whose time must tell nothing of whether there was one. */
  later(work: () => Promise<void>): void
  send(to: string, message: Message): Promise<void>
  /** Resolves when everything begun so far has ended. */
  settled(): Promise<void>
}

/** So much work may be under way; what comes beyond it is dropped and reported, since nobody waits for it. */
const longest = 1_000

export function createMailQueue(provider: MailProvider | null, report: (error: unknown) => void): MailQueue {
  const pending = new Set<Promise<void>>()
  return {
    missing: provider ? null : 'This service sends no mail: its configuration has neither mail.smtp nor mail.provider',
    later(work) {
      if (pending.size >= longest) {
        report(new Error(`${longest} mails are waiting already: one was dropped.`))
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

import type { MailProvider } from '@content-api/core/config/mail-provider'
import type { Message } from '../mail/messages.js'

/** Sends mail in the background. */
export interface MailQueue {
  /** Null if mail can be sent, otherwise the error message. */
  readonly missing: string | null
  /**
   * Starts work in the background. Requests don't wait for it, so the response time doesn't reveal whether a
   * mail is sent.
   */
  later(work: () => Promise<void>): void
  send(to: string, message: Message): Promise<void>
  /** Resolves when all background work that has been started is finished. */
  settled(): Promise<void>
}

/** Maximum tasks in progress. Further tasks are dropped and reported, because no request waits for their result. */
const maximumPending = 1_000

export function createMailQueue(provider: MailProvider | null, report: (error: unknown) => void): MailQueue {
  const pending = new Set<Promise<void>>()
  return {
    missing: provider ? null : "This service can't send mail. Configure mail.smtp or mail.provider",
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

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Only mail that the project's code sends has this and the following properties. */
  readonly html?: string
  readonly from?: string
  readonly cc?: string
  readonly bcc?: string
  readonly replyTo?: string
}

/** Sends mail. Set your own as `mail.provider` in the configuration. */
export interface MailProvider {
  /** Resolves when the mail has been accepted for delivery. */
  send(mail: Mail): Promise<void>
}

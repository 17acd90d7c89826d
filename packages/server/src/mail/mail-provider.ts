export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Only mail that code of a project sends has what follows. */
  readonly html?: string
  readonly from?: string
  readonly cc?: string
  readonly bcc?: string
  readonly replyTo?: string
}

/** Whatever takes mail to people: give one as `mail.provider` in the configuration. */
export interface MailProvider {
  /** Resolves when the mail is handed over. */
  send(mail: Mail): Promise<void>
}

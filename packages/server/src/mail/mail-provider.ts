export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Whatever takes mail to people: give one as `mail.provider` in the configuration. */
export interface MailProvider {
  /** Resolves when the mail is handed over. */
  send(mail: Mail): Promise<void>
}

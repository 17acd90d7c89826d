import { escapeHtml } from '@content-api/core/message/escape-html'
import { loopback } from '@content-api/core/composition/own-hosts'
import type { Handler } from '@content-api/core/composition/handler'
import type { SentMail, SentMails } from '@content-api/capabilities/mail/sent-mails'
import { type HttpRequest, type HttpResponse, noteRoute } from '@content-api/core/message/message'
import { pagesPath } from './page-files.js'

/** The path of the page. A mail is at `/content-api/mail/<number>`, and its HTML at `…/<number>/html`. */
export const mailPath = '/content-api/mail'

/** Nothing on the page runs, not even in the HTML of a mail, and nothing is loaded from elsewhere. */
const pagePolicy = "default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'self'"
const mailPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

/**
 * Returns whether a request is for the page. Mails contain codes that sign in, so pages of other origins must
 * not read it.
 */
export const isOfMailPage = ({ path }: HttpRequest): boolean => path.startsWith(mailPath)

/** Serves a page that shows the last mails of the service, in development. */
export function serveMailPage(mails: SentMails): Handler {
  return (request) => {
    const [, number, html] = /^\/content-api\/mail(?:\/(\d{1,9})(\/html)?)?$/.exec(request.path) ?? [null]
    const isPage = request.path === mailPath || number !== undefined
    if (!isPage || (request.method !== 'GET' && request.method !== 'HEAD')) return null
    // The mails contain codes that sign in, and a service in development may be open to a network.
    if (!isOfThisMachine(request.address))
      return page('Mails', '<p>Open this page on the machine of the service.</p>', 403)
    noteRoute(request, `${mailPath}${number === undefined ? '' : `/:number${html ?? ''}`}`)
    if (number === undefined) return page('Mails', listOf(mails.list()))
    const mail = mails.find(Number(number))
    if (!mail) return page('Mail', '<p>This mail is no longer kept.</p>', 404)
    return html === undefined ? page(subjectOf(mail), detailsOf(mail)) : htmlOf(mail)
  }
}

const isOfThisMachine = (address: string) => address === '' || loopback.test(address.replace(/^::ffff:/, ''))

function page(title: string, body: string, status = 200): HttpResponse {
  return {
    status,
    headers: { ...headers, 'Content-Security-Policy': pagePolicy },
    body: `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>${escapeHtml(title)}</title>
  <link rel="stylesheet" href="${pagesPath}/mail.css">
</head>
<body>
  <nav aria-label="Pages of this service"><a href="/">Explorer</a> <a href="${mailPath}">Mails</a></nav>
  <main>
    <h1>${escapeHtml(title)}</h1>
    ${body}
  </main>
</body>
</html>`,
  }
}

const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }

function listOf(mails: readonly SentMail[]): string {
  if (mails.length === 0) return '<p>The service has sent no mails since its start.</p>'
  const rows = mails.map((mail) => {
    const cells = [
      `<time datetime="${mail.sentAt.toISOString()}">${mail.sentAt.toISOString().slice(0, 19).replace('T', ' ')}</time>`,
      escapeHtml(shown(mail.options['to'])),
      `<a href="${mailPath}/${mail.number}">${escapeHtml(subjectOf(mail))}</a>`,
      mail.failure === null ? 'accepted' : `failed: ${escapeHtml(mail.failure)}`,
    ]
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  const head = ['Time (UTC)', 'To', 'Subject', 'Provider'].map((name) => `<th scope="col">${name}</th>`).join('')
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

function detailsOf(mail: SentMail): string {
  const { text, html, subject: _, ...others } = mail.options
  const fields = Object.entries(others).filter(([, value]) => value !== undefined)
  const terms = fields.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(shown(value))}</dd>`)
  const failure = mail.failure === null ? '' : `<p role="alert">The provider failed: ${escapeHtml(mail.failure)}</p>`
  const parts = [
    typeof text === 'string' && text !== '' ? `<h2>Text</h2><pre>${escapeHtml(text)}</pre>` : '',
    typeof html === 'string' && html !== ''
      ? `<h2>HTML</h2><iframe sandbox title="HTML of the mail" src="${mailPath}/${mail.number}/html"></iframe>`
      : '',
  ]
  return `${failure}<dl>${terms.join('')}</dl>${parts.join('')}`
}

/** The HTML of a mail is a document of its own without scripts, because it may contain values of users. */
function htmlOf({ options: { html } }: SentMail): HttpResponse {
  return {
    status: 200,
    headers: { ...headers, 'Content-Security-Policy': mailPolicy, 'X-Content-Type-Options': 'nosniff' },
    body: typeof html === 'string' ? html : '',
  }
}

const subjectOf = ({ options }: SentMail) => shown(options['subject']) || '(no subject)'

function shown(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined ? '' : JSON.stringify(value)
}

import { isRecord, listed } from '@content-api/model'
import { ApiError, type Issue, validationError } from '@content-api/engine/errors'
import type { ActionRoutes } from '@content-api/core/composition/action-routes'
import type { MailProvider } from '@content-api/core/config/mail-provider'
import { jsonResponse } from '@content-api/core/message/message'
import { sendOptions } from './send-options.js'

/**
 * Returns the endpoint `POST /email` of Strapi 4.26, with which clients send mails to anybody. No role has
 * its permission by default.
 */
export const mailRoutes = (provider: MailProvider | null): ActionRoutes => ({
  email: {
    POST: {
      action: 'plugin::email.email.send',
      hasBody: true,
      async run({ body }) {
        if (!provider) throw new ApiError('ApplicationError', 'This service sends no mail')
        const mail = readMail(body)
        try {
          await sendOptions(provider, mail)
        } catch (error) {
          const { message, statusCode } = error as Error & { readonly statusCode?: unknown }
          if (statusCode === 400) throw new ApiError('ApplicationError', message)
          throw new Error(`Couldn't send email: ${message}`, { cause: error })
        }
        return jsonResponse('{}')
      },
    },
  },
})

const addresses: readonly string[] = ['to', 'cc', 'bcc']
const texts: readonly string[] = ['from', 'replyTo', 'subject', 'text', 'html']

/**
 * Reads a mail of a client. Other properties are errors, and none is an object: mail programs read files and
 * addresses that attachments and bodies name.
 * @throws ApiError ValidationError
 */
function readMail(body: unknown): Readonly<Record<string, unknown>> {
  const values = isRecord(body) ? body : {}
  const issues = Object.entries(values).flatMap(([name, value]): Issue[] => {
    const message = problemOf(name, value)
    return message === null ? [] : [{ path: [name], message }]
  })
  if (values['to'] === undefined) issues.push({ path: ['to'], message: 'to is a required field' })
  if (issues.length > 0) throw validationError(issues.slice(0, 20))
  return values
}

function problemOf(name: string, value: unknown): string | null {
  if (addresses.includes(name)) {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value]
    const isValid = list.length > 0 && list.every((each) => isLine(each) && each.includes('@'))
    return isValid ? null : `${name} must be an e-mail address or a list of them`
  }
  if (!texts.includes(name)) {
    return `${name} is not known here. Clients can send ${listed([...addresses, ...texts])}`
  }
  if (name === 'text' || name === 'html') return typeof value === 'string' ? null : `${name} must be a string`
  return isLine(value) ? null : `${name} must be a string without line breaks`
}

const isLine = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !['\r', '\n', '\0'].some((end) => value.includes(end))

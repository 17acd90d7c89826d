import { ApiError } from '@content-api/sdk'
import { type Failure, failureOf } from '@content-api/sdk/frameworks'
import type { PageContext } from '../astro.js'

/** What a page shows of its form. */
export interface Submission {
  /** Return it, if there is one: the response of the action, or 400 for a request that is no form. */
  readonly response?: Response
  /** Why the action failed. */
  readonly failure?: Failure
  /** Returns the submitted value of a field, or an empty string. Files have none. */
  value(name: string): string
  /** Returns the messages of a field by its path, or those of no field. */
  errors(path?: string): readonly string[]
}

/**
 * Runs the action of a form if the request submits it. If a call of the action fails, its messages and the
 * submitted values are in the result, and the page has the status of the failure.
 *
 * @throws ApiError with the status 401, so that the middleware redirects to the page for signing in
 * @throws any error of the action that is no failure of a call
 * @example
 * ```ts
 * const publish = async (page: PageContext, api: ContentApi) =>
 *   submitted(page, async (form) => {
 *     await api.collection('articles').create({ title: String(form.get('title')) })
 *     return Response.redirect(page.request.url, 303)
 *   })
 * ```
 */
export async function submitted(page: PageContext, action: (form: FormData) => Promise<Response>): Promise<Submission> {
  if (page.request.method !== 'POST') return submission({})
  let form: FormData
  try {
    form = await page.request.formData()
  } catch {
    return submission({ response: new Response('The request is no form.', { status: 400 }) })
  }
  try {
    return submission({ response: await action(form), form })
  } catch (error) {
    if (ApiError.is(error) && error.status === 401) throw error
    const failure = failureOf(error)
    if (page.response) page.response.status = failure.status
    return submission({ failure, form })
  }
}

function submission({ response, failure, form }: Pick<Submission, 'response' | 'failure'> & { form?: FormData }) {
  return {
    ...(response && { response }),
    ...(failure && { failure }),
    value(name: string) {
      const value = form?.get(name)
      return typeof value === 'string' ? value : ''
    },
    errors: (path?: string) => (path === undefined ? failure?.formErrors : failure?.fieldErrors[path]) ?? [],
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { AbortError, ApiError } from '@content-api/sdk'
import { errorPage, NotFound } from './errors.js'
import { countriesPage, countryPage, layout, type Page, problemPage, signInPage } from './pages.js'
import { createAtlas, createVisit, readForm, type ServiceOptions, type Visit } from './visit.js'

interface Redirect {
  readonly to: string
}

export interface SiteOptions extends ServiceOptions {
  /** Logs errors. Default: to the console. */
  readonly onError?: (error: unknown) => void
}

/** Creates a server with the pages of the atlas. It doesn't listen yet. */
export function createSite({ onError = console.error, ...service }: SiteOptions): Server {
  const atlas = createAtlas(service)

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const visit = createVisit(request, response, atlas, service)
    const result = await route(request, visit).catch((error: unknown) => afterError(error, visit, onError))
    if (!result) return
    if ('to' in result) {
      response.writeHead(303, { location: result.to }).end()
      return
    }
    const { title, body, status = 200 } = result
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' })
    response.end(layout(title, await visit.signedIn(), body))
  }

  return createServer((request, response) => void respond(request, response))
}

async function route(request: IncomingMessage, visit: Visit): Promise<Page | Redirect> {
  const { pathname } = visit.url
  const country = /^\/countries\/([A-Z]{3})(\/cities)?$/.exec(pathname)
  // Node omits the body of a response to HEAD.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  switch (`${method} ${country ? `/countries/:code${country[2] ?? ''}` : pathname}`) {
    case 'GET /':
      return countriesPage(visit)
    case 'GET /countries/:code':
      return countryPage(visit, country?.[1] ?? '')
    case 'POST /countries/:code/cities':
      return addCity(visit, country?.[1] ?? '', await readForm(request))
    case 'GET /sign-in':
      return signInPage()
    case 'POST /sign-in':
    case 'POST /register':
      return enter(visit, pathname, await readForm(request))
    case 'POST /sign-out':
      await visit.visitor.auth.logout()
      return { to: '/' }
    default:
      throw new NotFound(pathname)
  }
}

/** Logs in or registers. Messages of the service are shown beside the form. */
async function enter({ visitor, call }: Visit, pathname: string, values: URLSearchParams): Promise<Page | Redirect> {
  const field = (name: string) => values.get(name) ?? ''
  const password = field('password')
  try {
    if (pathname === '/sign-in') await visitor.auth.login({ identifier: field('identifier'), password }, call)
    else await visitor.auth.register({ username: field('username'), email: field('email'), password }, call)
    return { to: '/' }
  } catch (error) {
    if (!ApiError.is(error) || error.status !== 400) throw error
    return signInPage(pathname, { values, error })
  }
}

async function addCity(visit: Visit, code: string, values: URLSearchParams): Promise<Page | Redirect> {
  const { atlas, visitor, call, shared } = visit
  const country = await atlas.collection('countries').first({ fields: ['id'], filters: { code } }, shared)
  if (!country) throw new NotFound(code)
  // Sends missing and invalid numbers too: the service rejects them with a message for each field.
  const number = (name: string): number => {
    const text = values.get(name)?.trim() || null
    const number = Number(text ?? Number.NaN)
    return Number.isNaN(number) ? (text as never) : number
  }
  try {
    await visitor.collection('cities').create(
      {
        name: values.get('name') ?? '',
        latitude: number('latitude'),
        longitude: number('longitude'),
        country: country.id,
      },
      {},
      call,
    )
    return { to: `/countries/${code}` }
  } catch (error) {
    if (!ApiError.is(error) || error.status !== 400) throw error
    return countryPage(visit, code, { values, error })
  }
}

/** Responds with nothing if the visitor has left, the sign-in page if the token has expired, or an error page. */
async function afterError(
  error: unknown,
  visit: Visit,
  onError: (error: unknown) => void,
): Promise<Page | Redirect | undefined> {
  if (AbortError.is(error)) return undefined
  // The client has already removed the token. This response deletes the cookie.
  if (ApiError.is(error) && error.status === 401) return { to: '/sign-in' }
  const page = errorPage(error)
  if (page.status >= 500) onError(error)
  return problemPage(page)
}

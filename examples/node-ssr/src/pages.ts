import { allOf } from '@content-api/sdk'
import { type ErrorPage, NotFound } from './errors.js'
import { type Form, type Rejection, renderForm } from './form.js'
import { type Html, html } from './html.js'
import type { Visit } from './visit.js'

/** Returns a complete document with a page's content. */
export function layout(title: string, signedIn: boolean, body: Html): string {
  const account = signedIn
    ? html`<form method="post" action="/sign-out"><button>Sign out</button></form>`
    : html`<a href="/sign-in">Sign in</a>`
  return `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} – Atlas</title>
<style>body{font:1rem/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}header{display:flex;justify-content:space-between}
.problem{color:#a00}label{display:block;margin:.5rem 0}</style></head>
<body><header><a href="/">Atlas</a>${account}</header><main><h1>${title}</h1>${body}</main></body></html>`.markup
  }`
}

export interface Page {
  readonly title: string
  readonly body: Html
  readonly status?: number
}

const PAGE_SIZE = 20

/** Lists the countries, by region and by name, page by page. */
export async function countriesPage({ atlas, shared, url }: Visit): Promise<Page> {
  const region = url.searchParams.get('region') ?? ''
  const name = url.searchParams.get('name') ?? ''
  const page = Number(url.searchParams.get('page') ?? 1)
  const [regions, { data, meta }] = await Promise.all([
    atlas.collection('regions').all({ fields: ['name'], sort: 'name' }, shared),
    atlas.collection('countries').find(
      {
        fields: ['name', 'code', 'emoji'],
        filters: allOf(region && { region: { name: region } }, name && { name: { $containsi: name } }),
        sort: 'name',
        pagination: { page, pageSize: PAGE_SIZE },
      },
      shared,
    ),
  ])
  const { pageCount, total } = meta.pagination
  const linkTo = (to: number) => `/?${new URLSearchParams({ region, name, page: String(to) }).toString()}`
  return {
    title: region || 'Countries',
    body: html`<nav>${regions.map((one) => html`<a href="/?region=${encodeURIComponent(one.name)}">${one.name}</a> `)}</nav>
<form><input type="hidden" name="region" value="${region}"><label>Name <input name="name" value="${name}"></label></form>
<p>${total} found</p>
<ul>${data.map((one) => html`<li>${one.emoji} <a href="/countries/${one.code}">${one.name}</a></li>`)}</ul>
<p>${page > 1 && html`<a href="${linkTo(page - 1)}">Back</a> `}${page < pageCount && html`<a href="${linkTo(page + 1)}">More</a>`}</p>`,
  }
}

/** Shows a country and, for logged-in users, a form to add a city. Throws {@link NotFound}. */
export async function countryPage(visit: Visit, code: string, rejection?: Rejection): Promise<Page> {
  const { atlas, shared, call } = visit
  const [country, cities, user] = await Promise.all([
    atlas.collection('countries').first(
      {
        filters: { code },
        populate: {
          region: { fields: ['name'] },
          borders: { fields: ['name', 'code'], sort: 'name' },
          languages: { fields: ['name'] },
          currencies: { fields: ['name', 'code'] },
          facts: { on: { 'facts.demonym': true } },
        },
      },
      shared,
    ),
    atlas
      .collection('cities')
      .find({ fields: ['name'], filters: { country: { code } }, sort: 'id:desc', pagination: { limit: 10 } }, call),
    visit.me(),
  ])
  if (!country) throw new NotFound(code)
  const [demonym] = country.facts
  return {
    title: country.name,
    status: rejection ? 400 : 200,
    body: html`<p>${country.officialName}, ${country.region?.name}. Capital: ${country.capital ?? 'none'}. ${demonym && html`People: ${demonym.masculine}.`}</p>
<p>${country.languages.map(({ name }) => name).join(', ')} · ${country.currencies.map(({ name }) => name).join(', ')}</p>
<h2>Borders</h2><ul>${country.borders.map((one) => html`<li><a href="/countries/${one.code}">${one.name}</a></li>`)}</ul>
<h2>Cities: ${cities.meta.pagination.total}, the latest</h2><ul>${cities.data.map(({ name }) => html`<li>${name}</li>`)}</ul>
${user && renderForm(cityForm(code, user.username), rejection)}`,
  }
}

const cityForm = (code: string, username: string): Form => ({
  action: `/countries/${code}/cities`,
  title: `Add a city as ${username}`,
  button: 'Add',
  fields: [
    { name: 'name', label: 'Name' },
    { name: 'latitude', label: 'Latitude' },
    { name: 'longitude', label: 'Longitude' },
  ],
})

const accountForms: readonly Form[] = [
  {
    action: '/sign-in',
    title: 'With an account',
    button: 'Sign in',
    fields: [
      { name: 'identifier', label: 'Name or e-mail address', autocomplete: 'username' },
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
    ],
  },
  {
    action: '/register',
    title: 'Without one',
    button: 'Register',
    fields: [
      { name: 'username', label: 'Name', autocomplete: 'username' },
      { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'email' },
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password' },
    ],
  },
]

/** Shows the forms to sign in and to register. `rejection` is shown in the form that sends to `action`. */
export function signInPage(action?: string, rejection?: Rejection): Page {
  return {
    title: 'Sign in',
    status: rejection ? 400 : 200,
    body: html`${accountForms.map((form) => renderForm(form, form.action === action ? rejection : undefined))}`,
  }
}

export function problemPage({ title, text, status }: ErrorPage): Page {
  return { title, status, body: html`<p>${text}</p>` }
}

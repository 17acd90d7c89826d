import { ApiError } from '@content-api/sdk'
import { api, findArticles, findDrafts, publish, restoreSession, saveDraft } from './service.js'

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`The page has no ${selector}`)
  return found
}

function form(selector: string): HTMLFormElement {
  const found = element(selector)
  if (!(found instanceof HTMLFormElement)) throw new TypeError(`${selector} is not a form`)
  return found
}

const problem = element('[role=alert]')
const signIn = form('#sign-in')
const account = element('#account')
const desk = element('#desk')
const write = form('#write')

/** Runs an action, and shows its error: the messages of Strapi about each field, or the message of the error. */
async function run(action: () => Promise<void>): Promise<void> {
  problem.textContent = ''
  try {
    await action()
  } catch (error) {
    const issues = ApiError.is(error) ? error.issues.map(({ message }) => message) : []
    const message = ApiError.is(error) && error.serverMessage !== '' ? error.serverMessage : (error as Error).message
    problem.textContent = issues.length > 0 ? issues.join('. ') : message
  }
}

function item(text: string, ...more: readonly Node[]): HTMLLIElement {
  const li = document.createElement('li')
  li.append(text, ...more)
  return li
}

async function showArticles(): Promise<void> {
  const articles = await findArticles()
  const textOf = ({ title, summary, author }: (typeof articles)[number]) =>
    [title, author && `by ${author.name}`, summary].filter(Boolean).join(' – ')
  element('#articles').replaceChildren(...articles.map((article) => item(textOf(article))))
}

async function showDrafts(): Promise<void> {
  const drafts = await findDrafts()
  const shown = drafts.map(({ documentId, title }) => {
    const button = document.createElement('button')
    button.textContent = 'Publish'
    button.addEventListener('click', () => {
      void run(async () => {
        await publish(documentId)
        await Promise.all([showArticles(), showDrafts()])
      })
    })
    return item(`${title ?? 'Without a title'} `, button)
  })
  element('#drafts').replaceChildren(...shown)
}

async function showUser(name: string | undefined): Promise<void> {
  signIn.hidden = name !== undefined
  account.hidden = name === undefined
  desk.hidden = name === undefined
  element('#account span').textContent = name ?? ''
  if (name !== undefined) await showDrafts()
}

function valueIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

function onSubmit(form: HTMLFormElement, action: () => Promise<void>): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void run(action)
  })
}

onSubmit(signIn, async () => {
  const credentials = { identifier: valueIn(signIn, 'identifier'), password: valueIn(signIn, 'password') }
  const { user } = await api.auth.login(credentials)
  signIn.reset()
  await showUser(user.username)
})

onSubmit(write, async () => {
  await saveDraft(valueIn(write, 'title'), valueIn(write, 'summary'))
  write.reset()
  await showDrafts()
})

element('#account button').addEventListener('click', () => {
  void run(async () => {
    await api.auth.logout()
    await showUser(undefined)
  })
})

void run(async () => {
  await showArticles()
  await showUser(await restoreSession())
})

import { ApiError, createClient } from '@content-api/sdk'

const notes = createClient({ baseURL: location.origin }).collection('notes')

/** Shows the notes in an element, with a form that adds one. */
export async function showNotes(element: HTMLElement): Promise<void> {
  element.innerHTML = `
    <h1>Notes</h1>
    <ul></ul>
    <form>
      <label>New note <input name="text" /></label>
      <button>Add</button>
      <p role="alert"></p>
    </form>`
  const form = element.querySelector('form')
  const alert = element.querySelector('[role=alert]')
  const add = async (target: HTMLFormElement) => {
    const text = new FormData(target).get('text')
    try {
      await notes.create({ text: text === '' ? null : text })
      target.reset()
      await list(element)
    } catch (error) {
      if (alert) alert.textContent = error instanceof ApiError ? error.message : 'The service is down'
    }
  }
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void add(form)
  })
  await list(element)
}

async function list(element: HTMLElement): Promise<void> {
  const { data } = await notes.find({ sort: 'id' })
  const items = data.map(({ id, text }) => {
    const item = document.createElement('li')
    item.textContent = `${id}: ${text}`
    return item
  })
  element.querySelector('ul')?.replaceChildren(...items)
}

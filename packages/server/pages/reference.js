// Starts Swagger UI. It sends nested values of a query as JSON (`filters={"title":{"$eq":"x"}}`); the service reads brackets.

/** The pairs of a nested value in brackets: `filters[title][$eq]`, `x`. */
function* brackets(name, value) {
  if (typeof value !== 'object' || value === null) yield [name, String(value)]
  else for (const [key, member] of Object.entries(value)) yield* brackets(`${name}[${key}]`, member)
}

const nestedNames = /^(filters|populate|sort|fields|pagination)\b/

/** Returns undefined for what is no JSON object or array: it is sent as it is. */
function nested(name, text) {
  if (!nestedNames.test(name) || !/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Brackets and what else the service reads as it stands remain legible in the address and in the curl command. */
const encode = (text) =>
  encodeURIComponent(text).replace(/%(5B|5D|24|3A|2C)/g, (escaped) => decodeURIComponent(escaped))

function withBrackets(request) {
  const url = new URL(request.url, location.href)
  const pairs = [...url.searchParams].flatMap(([name, text]) => [...brackets(name, nested(name, text) ?? text)])
  url.search = pairs.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&')
  request.url = url.href
  return request
}

/** Names what Swagger UI leaves without a name that assistive technology announces. */
function nameControls() {
  for (const field of document.querySelectorAll('[data-param-name] :is(input, textarea, select):not([aria-label])')) {
    field.setAttribute('aria-label', field.closest('[data-param-name]').dataset.paramName)
  }
  document.querySelector('#servers:not([aria-label])')?.setAttribute('aria-label', 'Server')
  document.querySelector('.close-modal:not([aria-label])')?.setAttribute('aria-label', 'Close')
  // Its text is its name.
  for (const button of document.querySelectorAll('.modal-btn[aria-label]')) button.removeAttribute('aria-label')
  for (const field of document.querySelectorAll('.body-param__text:not([aria-label])')) {
    field.setAttribute('aria-label', 'Request body')
  }
  // They scroll, so the keyboard has to reach them.
  for (const example of document.querySelectorAll('pre.microlight:not([tabindex])')) example.tabIndex = 0
}

new MutationObserver(nameControls).observe(document.body, { childList: true, subtree: true })

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null,
  requestInterceptor: withBrackets,
})

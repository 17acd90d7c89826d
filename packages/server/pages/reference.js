// Starts Swagger UI, and converts nested query values: Swagger UI sends JSON
// (`filters={"title":{"$eq":"x"}}`), but the service expects brackets (`filters[title][$eq]=x`).

/** Yields the pairs of name and value of a nested value, for example `filters[title][$eq]` and `x`. */
function* brackets(name, value) {
  if (typeof value !== 'object' || value === null) yield [name, String(value)]
  else for (const [key, member] of Object.entries(value)) yield* brackets(`${name}[${key}]`, member)
}

const nestedNames = /^(filters|populate|sort|fields|pagination)\b/

/** Parses a JSON object or array. Returns undefined for other values, which are sent unchanged. */
function nested(name, text) {
  if (!nestedNames.test(name) || !/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Encodes a name or value. Brackets, `$`, `:` and `,` need no escape, so that the address and the curl
 * command stay readable.
 */
const encode = (text) =>
  encodeURIComponent(text).replace(/%(5B|5D|24|3A|2C)/g, (escaped) => decodeURIComponent(escaped))

function withBrackets(request) {
  const url = new URL(request.url, location.href)
  const pairs = [...url.searchParams].flatMap(([name, text]) => [...brackets(name, nested(name, text) ?? text)])
  url.search = pairs.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&')
  request.url = url.href
  return request
}

/** Labels the controls that Swagger UI leaves unlabelled, for assistive technology. */
function nameControls() {
  for (const field of document.querySelectorAll('[data-param-name] :is(input, textarea, select):not([aria-label])')) {
    field.setAttribute('aria-label', field.closest('[data-param-name]').dataset.paramName)
  }
  document.querySelector('#servers:not([aria-label])')?.setAttribute('aria-label', 'Server')
  document.querySelector('.close-modal:not([aria-label])')?.setAttribute('aria-label', 'Close')
  // The text of the button is its label.
  for (const button of document.querySelectorAll('.modal-btn[aria-label]')) button.removeAttribute('aria-label')
  for (const field of document.querySelectorAll('.body-param__text:not([aria-label])')) {
    field.setAttribute('aria-label', 'Request body')
  }
  // Scrollable areas must be reachable with the keyboard.
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

/**
 * Creates the request of an entry of `*-requests.json`: JSON in `body`, any text in `text`, or the parts of a
 * multipart body in `form`.
 */
export function requestOf(base, { method, path, body, text, form, send = {} }, { token, cookie } = {}) {
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(cookie !== undefined && { cookie }),
    ...send,
  }
  const content = form ? formOf(form) : body === undefined ? text : JSON.stringify(body)
  return new Request(base + path, {
    method,
    headers,
    redirect: 'manual',
    ...(content !== undefined && { body: content }),
  })
}

function formOf(parts) {
  const form = new FormData()
  for (const { name, value, filename, type } of parts) {
    if (filename === undefined) form.append(name, value)
    else form.append(name, new Blob([value], { type }), filename)
  }
  return form
}

/** Shows drafts to those who know the secret, and published articles again with `?off`. */
export default defineEventHandler((event) => {
  const { secret, slug, off } = getQuery(event)
  if (off !== undefined) {
    deleteCookie(event, 'preview')
    return sendRedirect(event, '/')
  }
  const { draftSecret } = useRuntimeConfig(event)
  if (!draftSecret || secret !== draftSecret) throw createError({ statusCode: 401, message: 'Wrong secret.' })
  setCookie(event, 'preview', draftSecret, { httpOnly: true, sameSite: 'lax', path: '/' })
  return sendRedirect(event, `/articles/${encodeURIComponent(String(slug))}`)
})

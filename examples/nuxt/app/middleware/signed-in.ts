/** Sends visitors to the page for signing in. */
export default defineNuxtRouteMiddleware(async () => {
  const { data: user } = await useContentUser()
  if (!user.value) return navigateTo('/sign-in')
})

import { createRouter, createWebHistory } from 'vue-router'
import { showsDrafts } from './drafts'
import ArticlePage from './pages/article-page.vue'
import ArticlesPage from './pages/articles-page.vue'
import NotFoundPage from './pages/not-found-page.vue'
import SignInPage from './pages/sign-in-page.vue'
import WritePage from './pages/write-page.vue'
import { api } from './service'

export const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', component: ArticlesPage },
    { path: '/articles/:slug', component: ArticlePage, props: true },
    { path: '/sign-in', component: SignInPage },
    {
      path: '/write',
      component: WritePage,
      beforeEnter: async () => (await api.auth.token()) !== undefined || '/sign-in',
    },
    {
      // Shows drafts from now on, and published articles again with `?off`.
      path: '/preview',
      redirect: ({ query }) => {
        showsDrafts.value = !('off' in query)
        return { path: query['slug'] ? `/articles/${encodeURIComponent(String(query['slug']))}` : '/', query: {} }
      },
    },
    { path: '/:path(.*)*', component: NotFoundPage },
  ],
})

import DefaultTheme from 'vitepress/theme'
import './contrast.css'
import Layout from './layout.vue'

export default { extends: DefaultTheme, Layout }

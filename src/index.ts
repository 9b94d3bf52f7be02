export { play, begin } from './core/play.ts';

/** The page's only script: hides the episodes that the filters do not ask for. The page is whole without it. */
export const EPISODE_FILTER = `
const form = document.querySelector('#filters');
const shown = document.querySelector('#shown');
const rows = [...document.querySelectorAll('.episode')];
const apply = () => {
  const wanted = Object.fromEntries(new FormData(form));
  const words = wanted.words.trim().toLowerCase();
  let count = 0;
  for (const row of rows) {
    const { agent, mode, outcome } = row.dataset;
    const fits = [[wanted.agent, agent], [wanted.mode, mode], [wanted.outcome, outcome]].every(([want, has]) => !want || want === has)
      && (!words || row.textContent.toLowerCase().includes(words));
    row.hidden = !fits;
    if (fits) count++;
  }
  shown.textContent = count === rows.length ? '' : count.toLocaleString('en-US') + ' shown';
};
if (form) {
  form.hidden = false;
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  apply();
}
`;

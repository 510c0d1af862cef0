// Light or dark as it was chosen here, before anything is drawn.
const theme = localStorage.getItem("theme");
if (theme) document.documentElement.dataset.theme = theme;

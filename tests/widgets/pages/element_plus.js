import "element-plus/dist/index.css";
import ElementPlus from "element-plus";
import { CITIES, COUNTRIES, DEGREES, LANGUAGES, PLACES } from "./_lists.js";
import { show } from "./_vue.js";

const fits = (text) => (each) => each.toLowerCase().includes(text.toLowerCase());
const search = (text, done) => done(CITIES.filter(fits(text)).map((value) => ({ value })));

show(
  `<div class="el-form el-form--label-top">
  <el-form-item label="First name"><el-input v-model="held.name" /></el-form-item>
  <el-form-item label="Country"><el-select v-model="held.country" filterable placeholder="Select">
    <el-option v-for="each in COUNTRIES" :key="each" :label="each" :value="each" /></el-select></el-form-item>
  <el-form-item label="Highest degree"><el-select v-model="held.degree" placeholder="Select">
    <el-option v-for="each in DEGREES" :key="each" :label="each" :value="each" /></el-select></el-form-item>
  <el-form-item label="Languages"><el-select v-model="held.languages" multiple placeholder="Select">
    <el-option v-for="each in LANGUAGES" :key="each" :label="each" :value="each" /></el-select></el-form-item>
  <el-form-item label="Skills"><el-input-tag v-model="held.skills" placeholder="Add a skill" /></el-form-item>
  <el-form-item label="City"><el-autocomplete v-model="held.city" :fetch-suggestions="search" /></el-form-item>
  <el-form-item label="Preferred location"><el-cascader v-model="held.place" :options="PLACES" /></el-form-item>
  <el-form-item label="Office"><el-tree-select v-model="held.office" :data="PLACES" /></el-form-item>
  <el-form-item label="Start date"><el-date-picker v-model="held.start" value-format="YYYY-MM-DD" placeholder="Pick a day" /></el-form-item>
  <el-form-item label="Preferred interview time"><el-time-picker v-model="held.time" value-format="HH:mm" placeholder="Arbitrary time" /></el-form-item>
  <el-form-item label="Years of experience"><el-input-number v-model="held.years" :min="0" /></el-form-item>
  <el-form-item label="Will you need sponsorship?"><el-radio-group v-model="held.sponsor">
    <el-radio value="Yes">Yes</el-radio><el-radio value="No">No</el-radio></el-radio-group></el-form-item>
  <el-form-item label="Are you authorized to work?"><el-radio-group v-model="held.visa">
    <el-radio-button value="Yes">Yes</el-radio-button><el-radio-button value="No">No</el-radio-button></el-radio-group></el-form-item>
  <el-form-item label="Preferred shifts"><el-checkbox-group v-model="held.shifts">
    <el-checkbox v-for="each in ['Morning', 'Evening', 'Night']" :key="each" :value="each">{{ each }}</el-checkbox></el-checkbox-group></el-form-item>
  <el-form-item label="Willing to travel (%)"><el-slider v-model="held.travel" :step="5" /></el-form-item>
  <el-form-item label="Willing to relocate"><el-switch v-model="held.relocate" /></el-form-item>
  <el-form-item label="Rate your SQL skills"><el-rate v-model="held.rating" /></el-form-item>
  <el-form-item><el-checkbox v-model="held.agree">I agree to the privacy notice</el-checkbox></el-form-item>
  <el-form-item label="Why us?"><el-input type="textarea" v-model="held.why" /></el-form-item></div>`,
  { more: { COUNTRIES, DEGREES, LANGUAGES, PLACES, search }, use: (app) => app.use(ElementPlus) },
);
